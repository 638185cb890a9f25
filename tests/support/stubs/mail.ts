import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Starts a mail server that collects the mails it receives, as text; at a free port unless one is named. */
export async function startMail(port: string | number = 0) {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        // Quoted-printable: soft line breaks, and = as =3D.
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
    stop: () => new Promise<void>(resolve => server.close(resolve)),
  }
}
