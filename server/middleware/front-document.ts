import { llmsText } from '#shared/documents/llms'
import { defineMarkdownAlternative } from '~~/server/http/pages/documents'

// Only the client may cache the document. A shared cache that ignores `Vary` would also send it to people,
// who need the page.
export default defineMarkdownAlternative('/', llmsText, 'private, no-cache')
