import { expect, it } from 'vitest'
import { pullRequestLink, shortPullRequest } from '~/workspace/pull-request'

it.each([
  ['https://github.com/acme/shop/pull/12', 'acme/shop#12'],
  ['https://github.com/acme/shop/pull/12/files', 'acme/shop#12'],
  ['https://codeberg.org/acme/shop/pulls/3', 'acme/shop#3'],
  ['https://gitlab.com/group/sub/shop/-/merge_requests/7', 'group/sub/shop!7'],
  ['https://review.example/c/shop/+/42', 'review.example/c/shop/+/42'],
])('the pull request %s is shown as a link with the label %s', (href, label) => {
  expect(pullRequestLink(href)).toEqual({ label, href })
})

it.each(['acme/shop#12', '#12', 'javascript:alert(1)', 'http://', 'ftp://example.org/pull/1'])(
  'the pull request %s is shown as text without a link',
  label => {
    expect(pullRequestLink(label)).toEqual({ label, href: null })
  },
)

it.each([
  ['https://github.com/acme/shop/pull/12', 'shop#12'],
  ['https://gitlab.com/group/sub/shop/-/merge_requests/7', 'shop!7'],
  ['acme/shop#12', 'shop#12'],
  ['#12', '#12'],
  ['https://review.example/c/shop/+/42', 'review.example/c/shop/+/42'],
  ['fix for acme/shop', 'fix for acme/shop'],
])('the pull request %s is %s in a row of a list', (prRef, label) => {
  expect(shortPullRequest(prRef)).toBe(label)
})
