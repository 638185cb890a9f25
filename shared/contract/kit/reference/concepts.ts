/**
 * The part of the API reference about concepts that several operations share: states, revisions, waiting,
 * URLs and geometry.
 */
export const concepts = `## How it works

**States.** Only people decide; agents say that they are done.

| | Values | Who sets them |
|---|---|---|
| Review | \`open\` → \`changes_requested\` or \`verified\`, and back | people |
| Thread | \`open\` → \`addressed\` | agents and people; a reply changes nothing |
| Thread | \`resolved\`, and \`open\` again | people |
| Artifact | \`processing\` → \`ready\` or \`rejected\` | the server, when an upload is completed |

**Before and after** are two revisions of one artifact: upload the state before the change, then declare a \
revision with the state after it. People compare revisions side by side, and comments stay pinned to the \
revision that they were made on. Alternatives of one screen are several artifacts with the same \
\`variationGroup\`. Revisions with the same \`roundKey\` make a round, the response to one review.

**Waiting.** \`GET /v1/reviews/{id}/wait\` responds at once if there is news for the caller, otherwise as \
soon as there is, and after at most 55 seconds with \`changed: false\`. Call it again with its \`cursor\` as \
\`since\`. \`nextAction\` says what to do: \`apply_feedback\`, \`upload_revision\`, \`wait_for_person\`, \
\`done\` (verified) or \`stop\` (deleted). After an agent has replied to each open comment, it is \
\`wait_for_person\`: a reply may ask something. Evidence that comes after a verdict waits for the next one.

**Addresses of media.** \`embedUrl\`, \`posterUrl\` and \`downloadUrl\` belong to one revision, and never \
show another one: Markdown that was pasted shows the revision of that time. After a new revision read the \
\`markdown\` of the review again and replace the old text; \`url\` of an artifact always opens its newest \
revision. They work without a credential until they are revoked (\`DELETE /v1/revisions/{id}/capabilities\`) \
or \`mediaExpiresAt\` has passed; the media is then hidden, and deleted at \`mediaDeletesAt\`. Comments and \
verdicts remain.

**Geometry.** Numbers are fractions of the revision's image, from 0 to 1: x to the right and y down, from \
the top-left corner of the image. \`x, y\` of a rectangle is its top-left corner. A thread has the same in \
\`pixels\`, the size of the image in \`size\`, and in \`pictureUrl\` the marked part as an image.

**Who can open a review.** Its \`url\` is for signed-in people of the workspace. For others, create a share \
link (\`POST /v1/reviews/{id}/share-links\`): it shows the review, read-only, to everyone who has it. Owners \
invite people under Settings, People.`
