/**
 * Exactly these variables, as the environment of a child. Next's types demand NODE_ENV of every environment,
 * and what runs in a box is not to see more than was listed for it.
 */
export function toProcessEnv(variables: Record<string, string>): NodeJS.ProcessEnv {
  return Object.assign(Object.create(null), variables);
}
