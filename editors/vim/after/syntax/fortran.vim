" Directives of MDMP in Fortran, in free form and in fixed form.
syn case ignore
syn region mdmpDirective matchgroup=mdmpSentinel start="^\s*!\$mdmp\>" start="^[c*]\$mdmp\>" end="$" oneline keepend contains=mdmpWord,mdmpClause,mdmpNumber,mdmpComment containedin=ALL
syn keyword mdmpWord contained end commregion send recv halo exchange init manage harmless overlap wait then
syn match mdmpClause "\<\(tag\|comm\|if\|delta\|mode\|bounds\)\ze\s*(" contained
syn match mdmpNumber "\<\d\+\>" contained
syn match mdmpComment "\s!.*$" contained
hi def link mdmpSentinel PreProc
hi def link mdmpDirective Normal
hi def link mdmpWord Statement
hi def link mdmpClause Keyword
hi def link mdmpNumber Number
hi def link mdmpComment Comment
