import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { authRequest } from './auth-request'
import { passkeyFailure } from './passkey-failure'

/**
 * Adds passkeys and signs in with them (WebAuthn). The package `@simplewebauthn/browser` is loaded when it is
 * first used.
 */
export function usePasskeys() {
  const { refresh } = useSession()
  /** Whether the browser supports passkeys; true until the page is mounted. */
  const supported = ref(true)
  onMounted(() => {
    supported.value = 'PublicKeyCredential' in window
  })

  const request = <T>(path: string, body?: object) => authRequest<T>(`passkey/${path}`, body)

  return {
    supported,
    /**
     * Asks the browser to create a passkey, and adds it to the account. Throws an `ApiError` if this
     * fails.
     */
    async addPasskey(name: string): Promise<void> {
      const optionsJSON = await request<PublicKeyCredentialCreationOptionsJSON>('generate-register-options')
      const { startRegistration } = await import('@simplewebauthn/browser')
      const response = await startRegistration({ optionsJSON }).catch(fail)
      await request('verify-registration', { name, response })
    },
    /**
     * Signs in with a passkey that the person chooses in the browser. Throws an `ApiError` if this
     * fails.
     */
    async signInWithPasskey(): Promise<void> {
      const optionsJSON = await request<PublicKeyCredentialRequestOptionsJSON>(
        'generate-authenticate-options',
      )
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const response = await startAuthentication({ optionsJSON }).catch(fail)
      await request('verify-authentication', { response })
      await refresh()
    },
  }
}

function fail(error: unknown): never {
  throw passkeyFailure(error)
}
