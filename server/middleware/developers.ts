import { quickstartMarkdown } from '#shared/quickstart'
import { defineMarkdownAlternative } from '~~/server/http/documents'

export default defineMarkdownAlternative('/developers', quickstartMarkdown)
