import { SettingsError } from './error'

/**
 * Reads the settings from the file `.env` in the current folder into the environment. Existing variables keep
 * their values. Does nothing if the file does not exist. Returns the error if the file cannot be read.
 */
function readEnvFile(): SettingsError | null {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    // If `.env` is a folder, Node.js reports that its content has the wrong type.
    const reason = code === 'ERR_INVALID_ARG_TYPE' ? 'it is not a file' : (code ?? message)
    const remedy = "let the server's user read it, or remove it"
    return new SettingsError([`.env: it cannot be read (${reason}); ${remedy}`])
  }
  return null
}

/**
 * The error that occurred when `.env` was read; null if there was none. `.env` is read when this module is
 * loaded. The entries of the build import this module first, because the modules of the tables read
 * `DATABASE_URL` when they are loaded.
 */
export const envFault = readEnvFile()
