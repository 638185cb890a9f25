/** The files of `docs/` by their name: a virtual module that `scripts/build/server-build.mjs` generates. */
declare module '#guides' {
  export const files: Record<`${import('#shared/documents/guides').Guide}.md`, string>
}
