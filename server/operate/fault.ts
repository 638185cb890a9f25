/**
 * The error of a command that cannot run. Its message is one line that names the setting or argument and
 * states a remedy.
 */
export class OperateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperateError'
  }
}
