import { z } from 'zod'
import { parseBanner } from '#shared/text/notices'

const BANNER_LENGTH = 300
const LEGAL_LINKS = 5
const LABEL_LENGTH = 40

const legalLinksMessage =
  `must be at most ${LEGAL_LINKS} links separated by commas, with labels of at most ${LABEL_LENGTH} ` +
  'characters and https addresses, as in ' +
  'Privacy=https://example.org/privacy,Imprint=https://example.org/imprint'

/** Returns the label and the address of a link such as `Privacy=https://…`; null if it is malformed. */
function linkOf(text: string): { label: string; url: string } | null {
  const [, label = '', url = ''] = /^\s*([^=]+?)\s*=\s*(\S+)\s*$/.exec(text) ?? []
  const isLink = label !== '' && label.length <= LABEL_LENGTH && URL.parse(url)?.protocol === 'https:'
  return isLink ? { label, url } : null
}

/** The settings of the texts that an operator shows on pages. */
export const noticeSettings = {
  BANNER: z
    .string()
    .trim()
    .max(BANNER_LENGTH, `must have at most ${BANNER_LENGTH} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line of text')
    .refine(
      line => parseBanner(line).every(({ text, url }) => url !== null || !text.includes('](')),
      'has a link that is not written as [text](https://address)',
    )
    .transform(parseBanner)
    .default([]),
  LEGAL_LINKS: z
    .string()
    .transform((list, context) => {
      const links = list.split(',').map(linkOf)
      const valid = links.filter(link => link !== null)
      if (valid.length === links.length && links.length <= LEGAL_LINKS) return valid
      context.addIssue({ code: 'custom', message: legalLinksMessage })
      return z.NEVER
    })
    .default([]),
}
