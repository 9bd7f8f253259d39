/** The file in which users write down what every answer should know. Apart from the schema, which the page does not load. */
export const CONTEXT_FILE = 'CONTEXT.md';
/** What runs read of one, characters. */
export const MAX_CONTEXT_LENGTH = 8_000;
