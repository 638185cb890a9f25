import { llmsText } from '#shared/documents/llms'
import { defineMarkdownAlternative } from '~~/server/http/pages/documents'

// Only the client may cache it: some shared caches ignore `Vary`, and people need the page.
export default defineMarkdownAlternative('/', llmsText, 'private, no-cache')
