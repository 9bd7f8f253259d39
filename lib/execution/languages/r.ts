import type { Kernel } from '../../kernel/kernel.ts';
import { MAX_NAME_LENGTH, MAX_NAMES } from '../../protocol/kernel/kernel-name.ts';
import { createBracketSyntax } from './bracket-syntax.ts';
import type { Language } from './language.ts';
import { readJson } from './read-expression.ts';

/** As R parses the source: `name <- function(…)` at the top level, with the comment above it, roxygen's or plain. */
const DESCRIBE_FUNCTIONS = `
  expressions <- parse(text = source, keep.source = TRUE)
  lines <- strsplit(source, "\\n", fixed = TRUE)[[1]]
  is_assignment <- function(each) is.call(each) && as.character(each[[1]])[1] %in% c("<-", "=") && is.name(each[[2]])
  is_function <- function(each) is_assignment(each) && is.call(each[[3]]) && identical(each[[3]][[1]], as.name("function"))
  signature <- function(name, arguments) {
    defaults <- vapply(arguments, function(each) paste(deparse(each), collapse = " "), "")
    shown <- ifelse(defaults == "", names(arguments), paste(names(arguments), "=", defaults))
    paste0(name, "(", paste(shown, collapse = ", "), ")")
  }
  comment_above <- function(line) {
    from <- line
    while (from > 1 && grepl("^\\\\s*#", lines[from - 1])) from <- from - 1
    if (from == line) return("")
    paste(sub("^\\\\s*#'? ?", "", lines[from:(line - 1)]), collapse = "\\n")
  }
  describe <- function(each, place) {
    name <- as.character(each[[2]])
    if (!is_function(each) || startsWith(name, ".")) return(NULL)
    list(name = name, signature = signature(name, as.list(each[[3]][[2]])), doc = comment_above(place[1]))
  }
  found <- Map(describe, as.list(expressions), attr(expressions, "srcref"))
  json <- jsonlite::toJSON(unname(Filter(Negate(is.null), found)), auto_unbox = TRUE)
  base64enc::base64encode(charToRaw(enc2utf8(json)))
`;

/**
 * Runs where no name of the user's shadows a base function, reads no active binding, and asks sizes of objects as
 * they are stored, not of methods that their classes define.
 */
const DESCRIBE_NAMES = `
  describe <- function(name) {
    value <- get(name, envir = globalenv())
    kind <- class(value)[1]
    if (is.na(kind) || nchar(kind) > ${MAX_NAME_LENGTH}) kind <- "object"
    size <- measure(value)
    list(name = name, type = kind, shape = if (length(size)) I(as.numeric(size)))
  }
  measure <- function(value) {
    dims <- attr(value, "dim", exact = TRUE)
    if (is.numeric(dims)) return(dims)
    if (!typeof(value) %in% c("logical", "integer", "double", "complex", "character", "raw", "list")) return(NULL)
    count <- length(unclass(value))
    if (is.data.frame(value)) c(.row_names_info(value, 2L), count) else if (count != 1) count
  }
  names <- ls(globalenv())
  own <- !vapply(names, function(name) bindingIsActive(name, globalenv()), NA) & nchar(names) <= ${MAX_NAME_LENGTH}
  described <- lapply(utils::tail(names[own], ${MAX_NAMES}), function(name) Filter(Negate(is.null), describe(name)))
  json <- jsonlite::toJSON(unname(described), auto_unbox = TRUE, digits = NA)
  base64enc::base64encode(charToRaw(enc2utf8(json)))
`;

/** Asks an R kernel what code has defined, with packages that IRkernel brings. */
const LIST_NAMES = `base::eval(base::quote({${DESCRIBE_NAMES}}), base::new.env(parent = base::baseenv()))`;

export const R: Language = {
  label: 'R',
  fence: 'r',
  fences: ['r', 'rscript', 'splus'],
  shellHint: 'call system("command", intern = TRUE) in an R block',
  example: 'print(1 + 1)',
  advice: [
    'Look at the data (str(), summary(), head(), missing values) before you compute with it.',
    'Draw plots with base graphics; ggplot2 and other packages are there only where library() finds them. The user sees a plot at once. Jupyter\'s % and ! lines do not exist here; system("command", intern = TRUE) runs a shell command.',
    'readline("…") asks the user and waits. Decide for yourself where you can: nobody may be there to answer.',
  ],
  readNames: (kernel) => readJson(kernel, LIST_NAMES),
  readFunctions: readRFunctions,
  ...createBracketSyntax({
    // Raw strings, strings, names in backticks, operators such as %in%, comments.
    hidden:
      /[rR]"\((?:[^)]|\)(?!"))*(?:\)"|$)|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`[^`\n]*`|#[^\n]*/g,
    active:
      /^[ \t]*(?:library|require|suppress\w+|print|cat|plot|head|str|summary)\(|^[ \t]*[\w.$[\]"']+[ \t]*<-/m,
  }),
};

/** Public functions of the source in its order. JSON strings are R strings, too. */
function readRFunctions(kernel: Kernel, source: string): Promise<unknown> {
  const environment = `base::list2env(base::list(source = ${JSON.stringify(source)}), parent = base::baseenv())`;
  return readJson(kernel, `base::eval(base::quote({${DESCRIBE_FUNCTIONS}}), ${environment})`);
}
