import type { BrowserContext } from '@playwright/test'

/**
 * Collects the violations of security policies and the logged problems of all pages of a browser context,
 * each with the address of its page.
 */
export async function collectProblems(context: BrowserContext): Promise<string[]> {
  const problems: string[] = []
  await context.exposeFunction('reportViolation', (text: string) => {
    problems.push(text)
  })
  await context.addInitScript(() => {
    const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      reportViolation(`${location.pathname}: ${effectiveDirective} blocked ${blockedURI} (${sourceFile})`)
    })
  })
  context.on('console', message => {
    if (
      ['error', 'warning'].includes(message.type()) ||
      /content.security.policy|permissions.policy/i.test(message.text())
    )
      problems.push(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', error => problems.push(`${error.page()?.url()}: ${error.error().message}`))
  return problems
}
