/** The files of `skills/exhibit/` by their path: a module that nuxt.config.ts makes. */
declare module '#skill' {
  export const files: Record<import('#shared/documents/skill').SkillFile, string>
}
