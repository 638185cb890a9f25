/** Faults of the settings, each on one line. The message is shown to the operator. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(
      faults.length === 1
        ? `Cannot start: ${faults[0]}`
        : `The settings have ${faults.length} faults:\n${faults.map(fault => `  ${fault}`).join('\n')}`,
    )
    this.name = 'SettingsError'
  }
}

/** Returns the error for a setting whose file or folder cannot be read or written. */
export function fileFault(
  setting: string,
  path: string,
  operation: 'read' | 'written',
  error: unknown,
  remedy: string,
): SettingsError {
  return new SettingsError([
    `${setting}: ${path} cannot be ${operation} (${(error as NodeJS.ErrnoException).code}); ${remedy}`,
  ])
}

/** Returns the error for a host or port on which the server cannot listen. */
export function listenFault(
  error: NodeJS.ErrnoException & { port?: number; address?: string },
): SettingsError {
  const { code, port, address, message } = error
  switch (code) {
    case 'EADDRINUSE':
      return new SettingsError([
        `PORT: ${port} is in use (${code}); stop the other server or set another port`,
      ])
    case 'EACCES':
      return new SettingsError([`PORT: ${port} needs more privileges (${code}); set a port above 1023`])
    case 'EADDRNOTAVAIL':
      return new SettingsError([
        `HOST: ${address} is not an address of this machine (${code}); set one that is, or none for all`,
      ])
    default:
      return new SettingsError([
        `HOST: the server cannot listen (${message}); leave it unset for all addresses`,
      ])
  }
}
