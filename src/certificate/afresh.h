/*
 * A proof put in order (ground.h) although sweeps have dropped what some of it rested on.
 *
 * Where rounds come to an end, every win that is left without an order rests on others like it.
 * Each of them is true all the same, so a search finds it again; but in the store it would find the
 * other ones and rest on them once more. So the search is made in a store of its own, which knows
 * of the elder store what is disproven, for that needs no order, and of won positions the grounded
 * ones alone.
 *
 * AFRESH-1  What such a store, never swept, says to be won can be grounded by rounds: in the order
 *           in which it was found.
 *
 * So a full store is given up for a larger one, until there is no more memory; only the largest one
 * is swept. What took the least work is searched first: mostly everything above falls into its
 * place by that.
 */
#ifndef PNS_CERTIFICATE_AFRESH_H
#define PNS_CERTIFICATE_AFRESH_H

#include "certificate/ground.h"

/* Grounds the claim's position. `make_way` of the ground is set. */
enum pns_status pns_afresh(struct pns_ground *ground, struct pns_hand *hand);

#endif
