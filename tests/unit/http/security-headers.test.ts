import { describe, expect, it } from 'vitest'
import {
  addNonce,
  baseHeaders,
  contentSecurityPolicy,
  createNonce,
} from '~~/server/http/pages/security-headers'

describe('a nonce', () => {
  it('a nonce is added to each script and style element, and to no other element', () => {
    expect(addNonce('<script>1</script><script src="/a.js"></script>', 'n0-_')).toBe(
      '<script nonce=n0-_>1</script><script nonce=n0-_ src="/a.js"></script>',
    )
    expect(addNonce('<style\nid="b"></style><link rel="style"><scripture>', 'n0-_')).toBe(
      '<style nonce=n0-_\nid="b"></style><link rel="style"><scripture>',
    )
  })

  it('a nonce that is added inside an attribute value does not end the value', () => {
    expect(addNonce('<meta content="<script src=x>">', 'n0')).toBe('<meta content="<script nonce=n0 src=x>">')
  })

  it('a nonce has 128 bits, needs no quotes, and differs each time', () => {
    const nonces = Array.from({ length: 100 }, createNonce)
    expect(nonces.filter(nonce => !/^[\w-]{22}$/.test(nonce))).toEqual([])
    expect(new Set(nonces).size).toBe(100)
  })
})

describe('the security headers', () => {
  it('the security headers require https only if the public URL uses https', () => {
    expect(baseHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
    expect(baseHeaders('https://exhibit.example.com')['strict-transport-security']).toBe('max-age=31536000')
  })

  it('the security headers allow the origin of the public URL, without its path', () => {
    const policy = contentSecurityPolicy('n0', 'https://exhibit.example.com:8443/app')
    expect(policy).toContain("img-src 'self' data: blob: https://exhibit.example.com:8443;")
  })

  it('the security headers allow the origin that media is redirected to, but only for media', () => {
    const policy = contentSecurityPolicy('n0', 'https://exhibit.example.com', 'https://s3.example.com')
    expect(policy).toContain("img-src 'self' data: blob: https://exhibit.example.com https://s3.example.com;")
    expect(policy).toContain("media-src 'self' blob: https://exhibit.example.com https://s3.example.com;")
    expect(policy.match(/s3\.example/g)).toHaveLength(2)
  })
})
