/* A program that knows nothing of MPI and loads a module that does, for the module alone, as interpreters do. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  void *module = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  int (*run)(int, char **) = NULL;
  if (module != NULL) *(void **)&run = dlsym(module, "main");
  if (run == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
  return run(argc - 1, argv + 1);
}
