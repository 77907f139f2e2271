/* What solve and resume have in common: they differ in where the question comes from. */
#ifndef PNS_CLI_SOLVE_H
#define PNS_CLI_SOLVE_H

/* Reads the command line, answers the question and prints the result; the exit status. */
int pns_cli_answer(int argc, char **argv, unsigned accepts, int (*print_help)(void));

#endif
