/** Words about definitions, loaded with the first of them. */
export const DEFINITION_TEXTS = {
  offer: 'Keep as definition',
  title: 'Keep as a definition',
  where: 'It becomes a line of CONTEXT.md, among the files, which later runs of this notebook read.',
  field: 'The definition',
  keep: 'Keep',
  kept: 'Kept in CONTEXT.md. Later runs of this notebook read it.',
  forgotten: 'The definition was removed.',
} as const;
