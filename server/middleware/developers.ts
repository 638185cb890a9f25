import { quickstartMarkdown } from '#shared/documents/quickstart'
import { defineMarkdownAlternative } from '~~/server/http/pages/documents'

export default defineMarkdownAlternative('/developers', quickstartMarkdown)
