import { SettingsError } from './error'

/**
 * Reads the settings from the file `.env` in the current folder into the environment, like `npm start` does.
 * Existing variables keep their values. Does nothing if the file does not exist. Throws a SettingsError.
 */
export function readEnvFile(): void {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    // If `.env` is a folder, Node.js reports that its content has the wrong type.
    const reason = code === 'ERR_INVALID_ARG_TYPE' ? 'it is not a file' : (code ?? message)
    const remedy = "let the server's user read it, or remove it"
    throw new SettingsError([`.env: it cannot be read (${reason}); ${remedy}`])
  }
}
