// Preloaded into the server under test (node --import). Replaces the clock with one that the test moves. The
// shipped server does not contain this code.
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
// A server ends together with the test process, even if the test process was killed.
process.once('disconnect', () => process.exit())
