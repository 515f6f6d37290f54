/* Linked to a program, it makes its MPI one that has a call of MPI 4. */
void PMPI_Isendrecv(void);
void PMPI_Isendrecv(void) {}
