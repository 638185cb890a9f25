/**
 * An error because of which a command cannot run. Its message is one line with the setting or argument and a
 * remedy.
 */
export class OperateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperateError'
  }
}
