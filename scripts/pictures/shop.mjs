// The product in the screenshots of the README: the dashboard of an invented shop, rendered by the browser.

const bars = (values, color) =>
  values
    .map(
      (value, index) =>
        `<rect x="${20 + index * 62}" y="${190 - value}" width="34" height="${value}" ` +
        `rx="5" fill="${color}"/>`,
    )
    .join('')

/**
 * Returns a page of the shop with a title. With `fixed`, returns the page after the agent's change, in which
 * totals stay on one line.
 */
function dashboard({ fixed, title = 'This month', dark = false, narrow = false }) {
  const [paper, panel, ink, mute, line] = dark
    ? ['#0b1220', '#111a2e', '#e8edf7', '#93a1bd', '#22304d']
    : ['#f6f7fb', '#ffffff', '#172033', '#667089', '#e5e8f0']
  const cards = [
    ['Revenue', 'CHF 128,450.00'],
    ['Orders', '1,284'],
    ['Refunds', 'CHF 2,310.50'],
  ]
  const card = ([name, value]) => `<div class="card"><p>${name}</p><strong>${value}</strong></div>`
  const ordersPerWeek = [60, 92, 78, 120, 104, 150, 132, 170, 148, 181, 166, 176]
  return `<!doctype html><meta charset="utf-8"><style>
    * { box-sizing: border-box }
    body { margin: 0; background: ${paper}; color: ${ink}; font: 15px/1.45 "DejaVu Sans", sans-serif }
    header { display: flex; align-items: center; gap: 12px; padding: 16px 28px;
      background: #1d3fbb; color: #fff }
    header b { flex: 1; font-size: 17px }
    header span { padding: 7px 14px; border-radius: 7px; background: #fff; color: #1d3fbb; font-size: 13px;
      white-space: nowrap; ${fixed ? '' : 'width: 74px; overflow: hidden;'} }
    main { padding: 26px 28px }
    h1 { margin: 0 0 18px; font-size: 23px }
    .cards { display: grid; grid-template-columns: repeat(${narrow ? 1 : 3}, 1fr); gap: 16px }
    .card, .chart { padding: 18px 20px; border: 1px solid ${line}; border-radius: 12px; background: ${panel} }
    .card p, .chart p { margin: 0 0 6px; color: ${mute}; font-size: 13px }
    .card strong { display: block; font-size: 25px;
      ${fixed ? 'white-space: nowrap;' : narrow ? '' : 'width: 150px;'} }
    .chart { margin-top: 16px }
  </style><header><b>Nordwind</b><span>Export totals</span></header><main><h1>${title}</h1>
  <div class="cards">${cards.map(card).join('')}</div>
  <div class="chart"><p>Orders a week</p>
    <svg viewBox="0 0 800 210" width="100%">${bars(ordersPerWeek, '#4f7cff')}</svg></div></main>`
}

/** Screenshots of the shop. */
export async function shop(context) {
  const page = await context.newPage()
  const shot = async (facts, width = 1280) => {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 })
    await page.setContent(dashboard(facts))
    return page.screenshot()
  }
  const shots = {
    before: await shot({ fixed: false }),
    after: await shot({ fixed: true }),
    dark: await shot({ fixed: true, dark: true }),
    phone: await shot({ fixed: true, narrow: true }, 390),
    pages: [],
  }
  for (const title of ['This month', 'Last month', 'Orders', 'Customers', 'Refunds', 'Vouchers', 'Stock'])
    shots.pages.push({
      title,
      before: await shot({ title, fixed: false }),
      after: await shot({ title, fixed: true }),
    })
  await page.close()
  return shots
}
