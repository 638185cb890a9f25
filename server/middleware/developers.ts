import { quickstartMarkdown } from '#shared/quickstart'
import { defineMarkdownAlternative } from '~~/server/http/markdown'

export default defineMarkdownAlternative('/developers', quickstartMarkdown)
