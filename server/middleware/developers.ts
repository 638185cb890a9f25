import { quickstartMarkdown } from '#shared/quickstart'
import { defineMarkdownAlternative } from '~~/server/http/pages/documents'

export default defineMarkdownAlternative('/developers', quickstartMarkdown)
