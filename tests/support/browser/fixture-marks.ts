/** A mark that a person draws on a picture of a fixture page, and the element that the person means. */
export interface FixtureMark {
  /** A Playwright selector of the element in the page. */
  at: string
  /**
   * The position of a click in the element, in fractions of its box. If it is missing, the mark is a
   * rectangle around the element.
   */
  point?: [x: number, y: number]
  /** The expected role of the element, and below its expected name. */
  role: string | null
  name: string | null
  /**
   * The expected source position: a file below `tests/fixtures/pages`, and a text in the line of the element.
   * Without a text, only the file is expected.
   */
  source?: [file: string, text?: string]
}

const middle: FixtureMark['point'] = [0.5, 0.5]

/**
 * The marks on each page, by the path of the page below `tests/fixtures/pages` without its extension. Marks
 * that contain other marks come last, because a click on an existing mark would select it.
 */
export const fixtureMarks: Record<string, FixtureMark[]> = {
  'html/contact': [
    { at: 'role=button[name="Send"] >> svg', point: middle, role: 'button', name: 'Send' },
    { at: '#mail', point: [0.9, 0.5], role: 'textbox', name: 'Email' },
    { at: 'role=alert', role: 'alert', name: null },
    { at: '.check i', point: middle, role: null, name: 'Send me a copy' },
    { at: 'role=link[name="Contact"]', role: 'link', name: 'Contact' },
  ],
  'html/orders': [
    { at: 'role=tab[name="Shipped"]', point: [0.2, 0.8], role: 'tab', name: 'Shipped' },
    { at: 'role=tab[name="Open (3)"] >> small', point: middle, role: 'tab', name: 'Open (3)' },
    { at: '.late', role: null, name: 'Late' },
    { at: 'role=button[name="Actions for order 18"]', role: 'button', name: 'Actions for order 18' },
    { at: 'role=link[name="#19"]', point: middle, role: 'link', name: '#19' },
    { at: 'role=table', role: 'table', name: null },
  ],
  'html/landing': [
    { at: '.hero img', point: [0.3, 0.7], role: 'img', name: null },
    { at: 'article:nth-of-type(2) .price', role: null, name: '9 €' },
    { at: 'article:nth-of-type(3)', role: 'article', name: null },
    { at: 'figure rect:nth-of-type(2)', point: middle, role: 'img', name: 'Sales of this year' },
    { at: 'role=button[name="Fine"]', role: 'button', name: 'Fine' },
  ],
  'html/widgets': [
    { at: 'role=button[name="2 stars"]', point: middle, role: 'button', name: '2 stars' },
    { at: '.scroll div:nth-of-type(2)', role: null, name: 'Second row' },
    { at: 'role=switch', role: 'switch', name: 'Quiet mode' },
    { at: 'dialog >> role=button[name="Delete"]', point: [0.4, 0.3], role: 'button', name: 'Delete' },
    { at: 'iframe', role: 'iframe', name: 'Map' },
  ],
  'react/cart': [
    { at: 'h1', role: 'heading', name: 'Your cart', source: ['react/cart.jsx', '<h1>'] },
    {
      at: 'role=button[name="Remove Tea"]',
      point: middle,
      role: 'button',
      name: 'Remove Tea',
      source: ['react/Item.jsx', 'Remove'],
    },
    { at: 'li:nth-of-type(1) .price', role: null, name: '12 €', source: ['react/Item.jsx', 'price}'] },
    { at: 'li:nth-of-type(2)', role: 'listitem', name: null, source: ['react/Item.jsx', '<li'] },
    {
      at: 'role=button[name="Buy now"] >> span',
      point: middle,
      role: 'button',
      name: 'Buy now',
      source: ['react/cart.jsx', '<button'],
    },
    { at: '[data-testid=total]', role: 'strong', name: null, source: ['react/cart.jsx', 'data-testid'] },
  ],
  'react/board': [
    {
      at: 'role=article[name="Shorten the text"]',
      role: 'article',
      name: 'Shorten the text',
      source: ['react/board.jsx', '<article'],
    },
    { at: '.tag >> nth=0', point: middle, role: null, name: 'layout', source: ['react/board.jsx', '"tag"'] },
    { at: 'role=region[name="Done"]', role: 'region', name: 'Done', source: ['react/board.jsx', '<section'] },
    {
      at: 'role=button[name="Invite"]',
      point: [0.5, 0.2],
      role: 'button',
      name: 'Invite',
      source: ['react/board.jsx', '<button>'],
    },
    {
      at: 'role=textbox',
      role: 'textbox',
      name: 'Email of a colleague',
      source: ['react/board.jsx', '<input'],
    },
  ],
  'vue/settings': [
    {
      at: 'role=switch[name="Play sounds"]',
      point: middle,
      role: 'switch',
      name: 'Play sounds',
      source: ['vue/ToggleRow.vue'],
    },
    { at: 'role=combobox', role: 'combobox', name: 'Language', source: ['vue/Settings.vue'] },
    { at: '.note', role: 'paragraph', name: null, source: ['vue/Settings.vue'] },
    {
      at: 'role=button[name="Delete account"]',
      role: 'button',
      name: 'Delete account',
      source: ['vue/Settings.vue'],
    },
  ],
  'nuxt/profile': [
    { at: 'h1', point: [0.2, 0.5], role: 'heading', name: 'Ann Lee', source: ['nuxt/Profile.vue', '<h1>'] },
    { at: 'role=link', role: 'link', name: 'Edit profile', source: ['nuxt/Profile.vue', '<a'] },
    {
      at: '.value >> nth=1',
      point: [0.02, 0.5],
      role: null,
      name: '7',
      source: ['nuxt/ProfileStat.vue', '"value"'],
    },
    { at: 'time', role: 'time', name: null, source: ['nuxt/Profile.vue', '<time'] },
    {
      at: 'role=button',
      point: middle,
      role: 'button',
      name: 'Follow',
      source: ['nuxt/Profile.vue', '<button'],
    },
  ],
  'svelte/player': [
    {
      at: 'role=link[name="Play Low tide"]',
      role: 'link',
      name: 'Play Low tide',
      source: ['svelte/Track.svelte', '<a'],
    },
    {
      at: 'role=slider',
      point: [0.7, 0.5],
      role: 'slider',
      name: 'Volume',
      source: ['svelte/Player.svelte', '<input'],
    },
    { at: 'time >> nth=0', role: 'time', name: null, source: ['svelte/Track.svelte', '<time'] },
    {
      at: 'role=button',
      point: middle,
      role: 'button',
      name: 'Next track',
      source: ['svelte/Player.svelte', '<button'],
    },
    { at: '.now', role: 'paragraph', name: null, source: ['svelte/Player.svelte', '"now"'] },
  ],
  // The page of the dashboard itself, which is the built Nuxt application.
  'sign-in': [
    { at: 'role=textbox[name="Email"]', point: [0.8, 0.5], role: 'textbox', name: 'Email' },
    { at: 'role=button[name="Sign in"]', role: 'button', name: 'Sign in' },
    { at: 'h1', role: 'heading', name: 'Sign in' },
    { at: 'label >> nth=0', role: null, name: 'Email' },
  ],
}
