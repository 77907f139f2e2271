/*
 * The update rule and the claim of src/search/update.h and worker.c: WORKERS workers at one AND node
 * with EDGES edges. Numbers are proof numbers 1 and 2, 0 is proven; the node's word is their sum.
 * Each worker makes ROUNDS visits: choose an edge neither solved nor claimed, claim it, expand
 * (any result, or none better), store the edge, drop the claim, update the node: read the word, read
 * the edges one by one, compare-and-swap, again if it was lost.
 *
 * Checked in all interleavings:
 *   truth    the word is 0 only when every edge is 0
 *   no loss  when all workers are through and every edge is 0, the word is 0
 *   absorb   a solved edge and a solved word stay solved
 *   claim    one worker at a time expands an edge, and the counts below end at 0
 *
 * With -DBUFFERED an edge store waits in the worker's store buffer until after his update, as a
 * processor may do with stores weaker than sequentially consistent ones: "no loss" then fails,
 * which shows what that memory order is for.
 */
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef EDGES
#define EDGES 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

byte edge[EDGES] = 1;
byte below[EDGES];
bool claimed[EDGES];
byte expanding[EDGES];
byte word = EDGES;
byte through;

/* Compare-and-swap that never replaces a solved edge. */
inline store_edge(i, value) {
  atomic {
    if
    :: edge[i] != 0 -> edge[i] = value
    :: else -> skip
    fi
  }
}

inline update() {
  do
  :: old = word;
     if
     :: old == 0 -> break
     :: else -> skip
     fi;
     sum = 0;
     k = 0;
     do
     :: k < EDGES -> sum = sum + edge[k]; k++
     :: else -> break
     od;
     if
     :: sum == old -> break
     :: else -> skip
     fi;
     atomic {
       if
       :: word == old -> assert(old != 0); word = sum; sum = 255
       :: else -> skip
       fi
     };
     if
     :: sum == 255 -> break
     :: else -> skip
     fi
  od
}

proctype worker() {
  byte round, i, k, old, sum, value;
  bool mine;
  do
  :: round == ROUNDS -> break
  :: else ->
     round++;
     mine = false;
     /* any edge that looks open; several workers may look at the same one */
     if
     :: edge[0] != 0 && !claimed[0] -> i = 0
     :: edge[1] != 0 && !claimed[1] -> i = 1
     :: else -> goto next
     fi;
     atomic { /* fetch-or of the claim bit */
       mine = !claimed[i];
       claimed[i] = true
     };
     if
     :: !mine -> goto next
     :: else -> skip
     fi;
     below[i]++;
     expanding[i]++;
     assert(expanding[i] == 1);
     if
     :: value = 0
     :: value = 1
     :: value = 2
     fi;
     expanding[i]--;
#ifdef BUFFERED
     claimed[i] = false;
     update();
     store_edge(i, value);
#else
     store_edge(i, value);
     claimed[i] = false;
     update();
#endif
     below[i]--;
next: skip
  od;
  through++
}

init {
  byte n;
  atomic {
    n = 0;
    do
    :: n < WORKERS -> run worker(); n++
    :: else -> break
    od
  };
  through == WORKERS;
  assert(below[0] == 0 && below[1] == 0);
  assert(!claimed[0] && !claimed[1]);
  /* no loss, and truth once more when all is quiet */
  assert((edge[0] == 0 && edge[1] == 0) == (word == 0))
}

/* truth and absorption, at every moment */
never {
  do
  :: word == 0 && (edge[0] != 0 || edge[1] != 0) -> break
  :: else
  od
}
