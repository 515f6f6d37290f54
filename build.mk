# Building, installing and packing the two binaries. Included by the Makefile.
#
#   make install PREFIX=/opt/mdmp [DESTDIR=/staging]
#   make dist [ARCHES="amd64 arm64"]
#
# Both binaries are static and need nothing at run time: no Go, no files beside
# them. The run time travels inside and is built with the user's compilers when
# it is first needed. Folders may have blanks in their names: they are quoted.

PREFIX ?= /usr/local
GO ?= go
ARCHES ?= amd64 arm64

# Quoted, a tilde is no home folder to the shell.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))

mdmp_version := $(shell sed -n 's/^const Version = "\(.*\)"/\1/p' rtlib/version.go)
# The commit gets into the binaries where git knows it (not in a tarball, nor in a tree that git does not trust).
mdmp_vcs := $(shell git rev-parse HEAD >/dev/null 2>&1 && echo true || echo false)
mdmp_go := CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=$(mdmp_vcs) -ldflags '-s -w'
mdmp_bin := $(DESTDIR)$(PREFIX)/bin
mdmp_libexec := $(DESTDIR)$(PREFIX)/libexec/mdmp
mdmp_share := $(DESTDIR)$(PREFIX)/share

.PHONY: build doc-files install install-doc uninstall dist

build: ## build bin/mdmpf90 and bin/mdmp
	$(mdmp_go) -o bin/ ./cmd/mdmpf90 ./cmd/mdmp

# Manual pages and completions come from the command definitions.
doc-files: build
	rm -rf build/man build/completions
	mkdir -p build/man build/completions
	bin/mdmp man build/man
	bin/mdmpf90 -mdmp-man > build/man/mdmpf90.1
	bin/mdmp completion bash > build/completions/mdmp
	bin/mdmp completion zsh > build/completions/_mdmp
	bin/mdmp completion fish > build/completions/mdmp.fish

# libexec/mdmp holds the wrapper under the names of MPI compilers, for build
# systems that go by the name (fpm).
install: doc-files install-doc ## install below PREFIX (default /usr/local)
	install -d '$(mdmp_bin)' '$(mdmp_libexec)' '$(mdmp_share)/man/man1' '$(mdmp_share)/man/man3' \
	  '$(mdmp_share)/bash-completion/completions' '$(mdmp_share)/zsh/site-functions' '$(mdmp_share)/fish/vendor_completions.d'
	install -m 755 bin/mdmpf90 bin/mdmp '$(mdmp_bin)'
	ln -sf ../../bin/mdmpf90 '$(mdmp_libexec)/mpifort'
	ln -sf ../../bin/mdmpf90 '$(mdmp_libexec)/mpif90'
	install -m 644 build/man/*.1 '$(mdmp_share)/man/man1'
	install -m 644 build/man/*.3 '$(mdmp_share)/man/man3'
	install -m 644 build/completions/mdmp '$(mdmp_share)/bash-completion/completions'
	install -m 644 build/completions/_mdmp '$(mdmp_share)/zsh/site-functions'
	install -m 644 build/completions/mdmp.fish '$(mdmp_share)/fish/vendor_completions.d'
	install -D -m 644 packages/modulefile '$(mdmp_share)/modulefiles/mdmp/$(mdmp_version)'

# The documentation in the folders in which it stands here, so that its links
# lead somewhere.
mdmp_doc := $(mdmp_share)/doc/mdmp

mdmp_editors := $(shell find editors -type f)

install-doc: # needs nothing built
	for file in README.md LICENSE CHANGELOG.md CONTRIBUTING.md $(wildcard docs/*.md spec/*.md examples/*.md examples/*/*) $(mdmp_editors); do \
	  install -D -m 644 $$file '$(mdmp_doc)'/$$file || exit 1; \
	done

uninstall: ## remove what install has put there
	rm -rf '$(mdmp_bin)/mdmpf90' '$(mdmp_bin)/mdmp' '$(mdmp_libexec)' '$(mdmp_share)/doc/mdmp' '$(mdmp_share)/modulefiles/mdmp'
	rm -f '$(mdmp_share)/man/man1/mdmpf90.1' '$(mdmp_share)/man/man1/mdmp.1' '$(mdmp_share)'/man/man1/mdmp-*.1 '$(mdmp_share)'/man/man3/MDMP_Delta_*.3
	rm -f '$(mdmp_share)/bash-completion/completions/mdmp' '$(mdmp_share)/zsh/site-functions/_mdmp'
	rm -f '$(mdmp_share)/fish/vendor_completions.d/mdmp.fish'

# A tarball for each architecture, the same bytes whenever it is made from the
# same sources: unpack it anywhere and put its bin folder into PATH.
dist: doc-files ## pack static binaries into dist/*.tar.gz
	rm -rf build/dist
	mkdir -p dist
	for arch in $(ARCHES); do \
	  name=mdmp-$(mdmp_version)-linux-$$arch && \
	  $(MAKE) --no-print-directory -s install DESTDIR='$(CURDIR)/build/dist' PREFIX=/$$name >/dev/null && \
	  GOOS=linux GOARCH=$$arch $(mdmp_go) -o build/dist/$$name/bin/ ./cmd/mdmpf90 ./cmd/mdmp && \
	  tar -C build/dist --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$${SOURCE_DATE_EPOCH:-0} -cf - $$name | \
	    gzip -9n > dist/$$name.tar.gz && echo dist/$$name.tar.gz || exit 1; \
	done
