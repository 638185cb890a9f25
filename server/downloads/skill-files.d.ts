/**
 * The files of `skills/exhibit/` by their path: a virtual module that `scripts/build/server-build.mjs`
 * generates.
 */
declare module '#skill' {
  export const files: Record<import('#shared/documents/skill').SkillFile, string>
}
