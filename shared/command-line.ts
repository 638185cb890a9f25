/** Returns the conventions for command-line clients of this server, as Markdown. */
export function commandLineReference(base: string): string {
  return `# Command line

Every step of the agent loop is one HTTP request, which \`curl\` can send: see ${base}/developers. A
command-line client follows these conventions:

- **Server and token** come from the environment: \`EXHIBIT_URL\` (here ${base}) and \`EXHIBIT_TOKEN\`.
- **A project** is named by its \`slug\` in \`GET /v1/projects\`. Several projects may have the same slug:
  reject an ambiguous one.
- **A review** is named by its \`externalRef\`, such as a pull request label. \`POST /v1/reviews\` returns
  the review with that \`externalRef\`, and creates it if there is none.
- **Retries** of \`POST /v1/projects\`, \`/v1/reviews\`, \`/v1/artifacts/uploads\`, \`…/complete\` and
  \`…/revisions\` send an \`Idempotency-Key\`. Never repeat a successful PUT.
- **Errors**: branch on \`data.error\` and show \`data.message\` and \`data.hint\`. On 429 wait for
  \`Retry-After\` seconds. On 402 stop and inform a person: retrying cannot succeed.

Every endpoint: ${base}/docs/api.md
`
}
