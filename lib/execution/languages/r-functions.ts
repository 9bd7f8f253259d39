import type { Kernel } from '../../kernel/kernel.ts';
import { readJson } from './read-expression.ts';

/** As R parses the source: `name <- function(…)` at the top level, with the comment above it, roxygen's or plain. */
const DESCRIBE = `
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

/** Public functions of the source in its order. JSON strings are R strings, too. */
export function readRFunctions(kernel: Kernel, source: string): Promise<unknown> {
  const environment = `base::list2env(base::list(source = ${JSON.stringify(source)}), parent = base::baseenv())`;
  return readJson(kernel, `base::eval(base::quote({${DESCRIBE}}), ${environment})`);
}
