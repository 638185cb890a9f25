// Preloaded into the server under test (node --import): a clock that the test moves. The shipped server knows
// nothing of it.
const RealDate = Date
let ahead = Number(process.env.CLOCK_AHEAD ?? 0)

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead)
    else super(...parts)
  }

  static now() {
    return RealDate.now() + ahead
  }
}

process.on('message', ({ advance }) => {
  ahead += advance
  process.send?.({ advanced: ahead })
})
process.channel?.unref()
// A server ends with the test process, also when that one was killed.
process.once('disconnect', () => process.exit())
