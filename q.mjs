import { readFileSync } from 'node:fs'
const base = 'http://127.0.0.1:3503'
const cookie = JSON.parse(readFileSync('/tmp/play-3503.json'))
  .cookies.map(c => `${c.name}=${c.value}`)
  .join('; ')
const r = await fetch(base + process.argv[2], { headers: { cookie } })
console.log(r.status, (await r.text()).slice(0, 800))
