/** An error that keeps a command from running: one line that names the setting or argument and the remedy. */
export class OperateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperateError'
  }
}
