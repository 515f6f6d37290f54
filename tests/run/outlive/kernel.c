/* A C kernel that keeps an address. */
static int *kept;
void remember(int *address) { kept = address; }
void poke(int value) { *kept = value; }
