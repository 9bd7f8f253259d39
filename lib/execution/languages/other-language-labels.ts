/**
 * Names, aliases and first file extensions of languages other than Python, as fences carry them. Taken from GitHub Linguist 9.5
 * (MIT, npm `linguist-languages`), without `snippet`, which says nothing about the language.
 */
export const OTHER_LANGUAGE_LABELS: ReadonlySet<string> = new Set(
  `
1 2da 4d 4dm 4gl 6pl 8xp abap abl abnf abuild acfm ackrc aconf actionscript actionscript3 ada ada2005
ada95 adb adblock advpl afdko afm agc agda ags ahk aidl aiken aj ak al aleo alg algol alloy als altium
amfm ampl amusewiki angelscript anim antlers antlers.html antlr apache apacheconf apex apib apkbuild apl
apples applescript arc arexx arr as as3 asax asc asciidoc asddls ash asl asm asn asn.1 asp asp.net
aspectj aspx aspx-vb assembly astro asy asymptote ats ats2 au3 aug augeas autoconf autohotkey autoit
autoit3 autoitscript avdl awk axs axs.erb b b3d b4x bal ballerina baml bas bash basic bat batch
batchfile bazel bb bbcode bdf be beef befunge berry bf bh bi bib bibtex bicep bikeshed bird bird2 bird3
bison bitbake blade blitz3d blitzbasic blitzmax blitzplus blp blueprint bluespec bmax bmx boo boogie bpl
bplus bqn brainfuck brd brighterscript brightscript bro browserslist brs bru bs bsdmake bsl bst bsv
buildstream byond bzl c c# c++ c++-objdump c-objdump c2hs c3 cabal caddy caddyfile cadence cairo cake
cakescript cameligo cangjie capnp carbon carto cartocss cask cdc cds ceylon cfc cfg cfm cfml ch chapel
charity checksum checksums chpl chs chuck cil circom cirru cj ck cl clar clarion clarity clean click
clipper clips clj clojure clp cls clue clw cmake cob cobol cocci coccinelle codeowners codeql coffee
coffee-script coffeescript coldfusion collada com commit conf conll conll-u conll-x conllu console
containerfile cook cooklang cool coq cp cperl cpp cpp-objdump cppobjdump cql cr crc32 creole cron
crontab crystal cs csd csharp cshtml csl cson csound csound-csd csound-orc csound-sco css csv cu
cucumber cuda cue curlrc curry cw cweb cwl cy cycript cylc cyp cypher cython d d-objdump d2 d2lang dae
dafny darcspatch dart das daslang dataweave dats dcl delphi denizenscript desktop dfy dhall diff
dircolors django djs dlang dm do dockerfile dogescript dosbatch dosini dot dotenv dpatch druby dsc dsp
dtrace dtrace-script dune dwl dylan dzn e e-mail eagle earthfile earthly eask easybuild eb ebnf ebuild
ec ecl eclass eclipse ecmarkdown ecmarkup ecr edc edge edgeql editor-config editorconfig edn eex eiffel
ejs el elisp elixir elm elv elvish em emacs email emberscript eml env envrc epj eq erb erl erlang esdl
euphoria ex f f# f* f90 factor fan fancy fantom faust fb fbs fea feature fennel figfont filterscript fir
firrtl fish flatbuffers flex flf flix fluent flux fnl for formatted forth fortran foxpro fpp fr
freebasic freemarker frege fs fsharp fst fstar fth ftl fundamental fut futhark fx fy g g-code g4 gaml
gams gap gas gbr gd gdb gdnlib gdscript gdshader ged gedcom gemfile.lock gemini gemtext genie genshi
geojson gf gherkin git-ignore gitattributes gitconfig gitignore gitmodules gjs gleam glf glsl glyph gmi
gml gms gn gno gnolang gnuplot go go.mod go.sum go.work go.work.sum gohtml golang golo gosu gotmpl gp
grace gradle gradle.kts graphql groff groovy gs gsc gsp gtk gtkrc gts ha hack haml handlebars haproxy
hare hash hashes haskell haxe hb hbs hc hcl heex help hexpat hip hiveql hlsl hocon holyc hoon
hosts hs html html+django html+ecr html+eex html+erb html+jinja html+php html+razor html+ruby html.eex
htmlbars htmldjango http hurl hx hxml hy hylang hyphy i i3 i7 ical icalendar ice icl ics idl idr idris
ignore igor igorpro ijm ijs ik il ilasm imba imhex imhexpatternlanguage imhexpl inc inform7 ini ink
inputrc io ioke ipf irc irclog isabelle ispc iss j jac jade jai janet jasmin jass jass2 java javascript
javascript+erb jcl jflex jinja jison jisonlex jl jolie jq jruby js js.erb json json5 jsonc jsoniq jsonl
jsonld jsonnet jsp jte julia just justfile k kak kakounescript kakscript kcl kdl kerboscript keyvalues
kframework kicad_pcb kicad_sch kickstart kid kit kk koka kotlin krl ks ksy kt kusto kv kvlang l labview
lagda lambdapi langium lark lasso lassoscript latex latte ld lean lean4 leex leo less less-css lex lfe
lgt lhaskell lhs ligo ligolang lilypond limbo liq liquid liquidsoap lisp litcoffee live-script
livecodescript livescript lkml ll llvm lobster logos logtalk lol lolcode lookml loomscript lp ls lsl lua
luau lvproj ly m m2 m3u m4 m4sugar m68k macaulay2 macruby mail mak make makefile mako man man-page
manpage markdown marko markojs mask mathematica matlab max max/msp maxmsp maxpat maxscript mbox mbt mc
mcfunction mch md mdoc mdsvex mdx mediawiki mercury mermaid meson metal metta mf minid miniscript
miniyaml minizinc mint mirah ml mligo mlir mm mma mmd mms mo mod modelica modula-2 modula-3 mojo monkey
moo moocode moon moonbit moonscript motoko move mps mq4 mq5 mql4 mql5 mrc ms msg msil mss mtl mtml mu
muf mumps mupad muse mustache myghty myt mzn n nanorc nargo nas nasal nasl nasm nc ncl ne ne-on nearley
ned nemerle neon neosnippet nesc netlinx netlinx+erb netlogo newlisp nextflow nf nginx ni nickel nim
ninja nit nix nixos njk nl nlogo nmodl node noir npmrc nr nroff nsi nsis nss nu nu-script numpy nunjucks
nush nushell nushell-script nut nvim nwscript oasv2 oasv2-json oasv2-yaml oasv3 oasv3-json oasv3-yaml
ob2 oberon obj obj-c obj-c++ obj-j objc objc++ objdump objective-c objective-c++ objective-j objectivec
objectivec++ objectivej objectpascal objectscript objj ocaml octave odin odin-lang odinlang ol omgrofl
omnetpp-msg omnetpp-ned oncrpc ooc opa opal opencl openedge openqasm openrc openscad opentofu opts opy
orc org osascript outjob overpassql overpy owl ox oxygene oz p p4 pact pan pandoc papyrus parrot pas
pascal pasm pawn pb pbt pc pcbnew pcss pd pddl pde peg.js pegjs pep pep8 per perl perl-6 perl6 pgsql php
phtml pic pickle picolisp pig piglatin pikchr pike pir pkg-config pkgconf pkl pl plantuml plist plpgsql
pls plsql pml po pod pogo pogoscript polar pony por portugol posh postcss postscr postscript pot pov
pov-ray povray powerbuilder powerquery powershell pp pq praat prg prisma pro pro*c processing procfile
progress proguard prolog promela properties proto protobuf ps ps1 psc pug puml puppet purebasic
purescript purs pwn pwsh pyret pyrex pytb pyx q q# qasm qb qb64 qbasic qc ql qmake qmd qml qnt qs qsharp
quake quakec quickbasic quint r racket ragel ragel-rb ragel-ruby rake raku raml rascal rascript raw
razor rb rbbas rbs rbx rdoc re readline realbasic reason reasonligo reb rebol red red/system redcode
redirects reds redscript reg regex regexp rego religo ren'py renderscript renpy res rescript
restructuredtext rexx rez rg rhai rhtml ring riot rkt rl rmarkdown rnh rnw robot robotframework robots
robotx.txt roc rocq roff ron rosmsg rouge rpc rpcgen rpgle rpy rs rs-274x rsc rscript rss rst rtf ruby
runoff rust s sage sail salt saltstack saltstate sarif sas sass sc scad scala scaml scenic sch scheme
sci scilab scm sco scss sd sdc sed self sepolicy sfd sfv sh sh-session shader shaderlab shell
shell-script shellcheckrc shellsession shen sieve singularity sip sl slang slash slice slim slint sln
sls smali smalltalk smarty smithy smk sml smpl smt smt2 snakefile snakemake snap snip snipmate sol
solidity soong sourcemod sourcepawn soy sp sparql spec specfile spin splus sqf sql sqlpl sqlrpgle squeak
squirrel srt ssh_config sshconfig sshd_config sshdconfig sss st stan star starlark stata stl stla ston
stringtemplate styl stylus sugarss sum sums supercollider surql surrealql sv svelte svg svx sw sway
sweave swift swig systemverilog t tact talon tape tcl tcsh te tea teal templ terra terraform tex texinfo
text textgrid textile textproto tftpl thrift thy tl tl-verilog tla tlv tm-properties tmdl toc toit tolk
toml topojson torrc tpl troff ts tsp tsq tsql tsv tsx ttl turing turtle twig txl txt typ typescript
typescriptreact typespec typst uc ucode udiff ultisnip ultisnips uno unrealscript upc uplc ur ur/web
urweb v vala vb vb.net vb6 vba vbnet vbs vbscript vcard vcf vcl vdf velocity vento verilog verse vespa
vhdl vhs vim vimhelp viml vimscript vlang volt vtl vto vtt vue vy vyper w wasm wast wdl webassembly
webidl webvtt wgetrc wgsl whiley wiki wikitext winbatch wisp wit wl wlk wolfram wollok wren wrenlang ws
wsdl x x10 xbase xbm xc xcompose xdc xdr xhtml xm xmake xml xml+genshi xml+kid xojo xojo_code xonsh
xpages xpl xpm xproc xquery xs xsd xsh xsl xslt xsp-config xten xtend y yacc yaml yang yar yara yas
yasnippet yml yul zap zed zeek zenscript zep zephir zig zil zimpl zmodel zone zs zsh
`
    .trim()
    .split(/\s+/),
);
