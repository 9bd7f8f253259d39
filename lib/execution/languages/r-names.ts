/** Asks an R kernel what code has defined, with packages that IRkernel brings. */
import { MAX_NAME_LENGTH, MAX_NAMES } from '../../protocol/kernel-name.ts';

/**
 * Runs where no name of the user's shadows a base function, reads no active binding, and asks sizes of objects as
 * they are stored, not of methods that their classes define.
 */
const SOURCE = `
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

export const LIST_NAMES = `base::eval(base::quote({${SOURCE}}), base::new.env(parent = base::baseenv()))`;
