;;; mdmp.el --- Directives of MDMP in Fortran  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; Commentary:
;; Shows directives in f90-mode and fortran-mode as what they are, and makes lines of the report that say what does not
;; overlap ("missed") known to compilation-mode.  Errors and warnings have the form that it knows.

;;; Code:

(require 'compile)

(defconst mdmp-font-lock-keywords
  '(("^\\(?:[ \t]*!\\|[cC*]\\)\\$[mM][dD][mM][pP]\\>"
     (0 font-lock-preprocessor-face t)
     ("\\<\\(end\\|commregion\\|send\\|recv\\|halo\\|exchange\\|init\\|manage\\|harmless\\|overlap\\|wait\\|then\\)\\>"
      nil nil (0 font-lock-keyword-face t))
     ("\\<\\(tag\\|comm\\|if\\|delta\\|mode\\|bounds\\)[ \t]*("
      (progn (goto-char (match-beginning 0)) nil) nil (1 font-lock-builtin-face t))))
  "What is shown of directives.")

(defun mdmp-font-lock ()
  "Show directives of MDMP in this buffer."
  (font-lock-add-keywords nil mdmp-font-lock-keywords 'append))

(add-hook 'f90-mode-hook #'mdmp-font-lock)
(add-hook 'fortran-mode-hook #'mdmp-font-lock)

(add-to-list 'compilation-error-regexp-alist-alist
             '(mdmp-report "^\\([^:\n]+\\):\\([0-9]+\\):\\([0-9]+\\): missed: " 1 2 3 0))
(add-to-list 'compilation-error-regexp-alist 'mdmp-report)

(provide 'mdmp)
;;; mdmp.el ends here
