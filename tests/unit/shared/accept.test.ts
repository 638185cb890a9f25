import { describe, expect, it } from 'vitest'
import { prefers } from '#shared/accept'

const wantsMarkdown = (accept?: string) => prefers(accept, 'text/markdown', 'text/html')
const wantsPage = (accept?: string) => prefers(accept, 'text/html', 'application/json')

/** The Accept header with which Chromium requests a page. */
const browser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

describe('an Accept header', () => {
  it.each([
    'text/markdown',
    'TEXT/Markdown',
    'text/markdown; charset=utf-8',
    'text/markdown, text/html',
    'text/html, text/markdown',
    'text/markdown, text/html;q=0.9, */*;q=0.1',
    'text/html;q=0.5, text/markdown;q=0.500',
    'text/markdown;q=0.1, text/*;q=0',
  ])('the Accept header %s prefers Markdown to HTML', accept => {
    expect(wantsMarkdown(accept)).toBe(true)
  })

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'text/html',
    browser,
    'text/markdown;q=0',
    'text/markdown;q=0.0, */*',
    'text/markdown;q=0.4, text/html;q=0.5',
    'text/markdown;q=0.9, text/*',
    'text/markdown;q=0.9, */*',
    'text/markdownx, application/text/markdown',
    'text/markdown;variant=GFM',
    'text/markdown;q=high',
    'text/markdown;q=2',
  ])('the Accept header %s does not prefer Markdown to HTML', accept => {
    expect(wantsMarkdown(accept)).toBe(false)
  })

  it.each([browser, 'text/html', 'text/html, */*', 'text/html, application/json'])(
    'the Accept header %s prefers a page to JSON',
    accept => expect(wantsPage(accept)).toBe(true),
  )

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.9',
    'text/html;q=0, */*',
    'text/markdown',
  ])('the Accept header %s does not prefer a page to JSON', accept => {
    expect(wantsPage(accept)).toBe(false)
  })
})
