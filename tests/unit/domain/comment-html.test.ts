import { expect, it } from 'vitest'
import { commentHtml } from '~~/server/domain/export/comment-html'

const rel = 'rel="noopener nofollow ugc"'

it.each([
  ['Plain\n  text', '<p class="plain" dir="auto">Plain\n  text</p>'],
  ['`a < b` & "c"', '<p class="plain" dir="auto"><code>a &lt; b</code> &amp; &quot;c&quot;</p>'],
  [
    'https://a.example/?a&b',
    `<p class="plain" dir="auto"><a href="https://a.example/?a&amp;b" ${rel}>https://a.example/?a&amp;b</a></p>`,
  ],
  ['*a*\nb', '<div class="text"><p dir="auto"><em>a</em><br>b</p></div>'],
  [
    '> - a\n>\n>   b',
    '<div class="text"><blockquote dir="auto"><ul><li><p>a</p><p>b</p></li></ul></blockquote></div>',
  ],
  ['3. a', '<div class="text"><ol dir="auto" start="3"><li>a</li></ol></div>'],
  ['```\n<b>@Ann\n```', '<div class="text"><pre dir="ltr">&lt;b&gt;@Ann</pre></div>'],
  ['Ask @Ann', '<p class="plain" dir="auto">Ask <b dir="auto">@Ann</b></p>'],
  ['*Ask* @Ann', '<div class="text"><p dir="auto"><em>Ask</em> <b dir="auto">@Ann</b></p></div>'],
])('the comment %j becomes %s as HTML', (text, expected) => {
  expect(commentHtml(text, ['Ann'])).toBe(expected)
})

it.each([
  '<script>alert(1)</script>',
  '*x* <img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '<javascript:alert(1)>',
  '![x](https://a.example/x.png)',
  '[x](https://a.example/"onmouseover="alert(1))',
  'https://a.example/"onmouseover="alert(1)',
])('the HTML of the comment %j contains nothing that runs or loads', text => {
  const html = commentHtml(text, [])
  expect(html).not.toMatch(/<(?!\/?(?:p|div|a|em|br)\b)/)
  expect(html).not.toMatch(/<[^>]*\son\w+=/)
  expect(html).not.toMatch(/(?:href|src)="(?!https:)/)
})
