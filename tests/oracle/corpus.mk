.PHONY: corpus

corpus: ## compare the Fortran front end with flang on Debian source packages (PACKAGES="lapack …")
	@tests/ci/corpus $(PACKAGES)
