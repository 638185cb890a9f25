import { defineText } from './define-text'

/** The texts of `components/workspace`: the sidebar and its menus. */
export const text = defineText({
  /** The name of a project that is made for a first review. */
  firstProject: 'First project',
  sidebar: {
    label: 'Main',
    /** The name of the key, before the browser is asked. */
    control: 'Ctrl',
    search: 'Search',
    searchKeys: (modifier: string) => `${modifier} K`,
    inbox: 'Inbox',
    /** Follows the number of reviews and access requests, for screen readers. */
    attention: (reviews: number) => (reviews === 1 ? 'needs attention' : 'need attention'),
    settings: 'Settings',
    administration: 'Administration',
  },
  projectLinks: {
    title: 'Projects',
    search: 'Search projects',
    /** Follows the number of reviews, for screen readers. */
    notVerified: 'not verified',
    create: 'New project',
    notLoaded: "Couldn't load.",
  },
  switcher: { label: 'Workspace:' },
  userMenu: {
    theme: 'Theme',
    account: 'Your account',
    notSignedOut: "Couldn't sign out",
  },
  newWorkspace: 'New workspace',
})
