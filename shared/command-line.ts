/** How a command-line client uses this server, as Markdown. */
export function commandLineReference(base: string): string {
  return `# Command line

This server speaks HTTP; every step of the loop is one \`curl\` (${base}/developers). A command-line client that wraps it
keeps to these conventions:

- **Server and token** come from the environment: \`EXHIBIT_URL\` (here ${base}) and \`EXHIBIT_TOKEN\`.
- **A project** is named by its \`slug\` in \`GET /v1/projects\`. Two projects may share one: refuse an ambiguous slug.
- **A review** is named by its \`externalRef\`, such as a pull request label: \`POST /v1/reviews\` with it creates the review
  or gives the one there is.
- **Retries** of \`POST /v1/projects\`, \`/v1/reviews\`, \`/v1/artifacts/uploads\`, \`…/complete\` and \`…/revisions\` carry an
  \`Idempotency-Key\`. Never repeat a successful PUT.
- **Errors**: branch on \`data.error\`, show \`data.message\` and \`data.hint\`. On 429 wait for \`Retry-After\`; on 402 stop and
  tell a person.

Every endpoint: ${base}/docs/api.md
`
}
