import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * Starts a mail server that collects the received mails as text, on a free port unless `port` is given. It
 * rejects mails while `refusing` is true.
 */
export async function startMail(port: string | number = 0) {
  const mails: string[] = []
  let refusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refusing ? new Error('No mail today') : null),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        // Decodes quoted-printable: soft line breaks are removed, and =3D becomes =.
        mails.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  server.listen(Number(port), '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    get refusing() {
      return refusing
    },
    set refusing(value) {
      refusing = value
    },
    stop: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

export type TestMail = Awaited<ReturnType<typeof startMail>>

let shared: Promise<TestMail> | undefined

/** The mail server that the test files of this worker share; it ends with the worker. */
export const sharedMail = () => (shared ??= startMail())
