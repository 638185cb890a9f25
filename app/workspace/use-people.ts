/** The members of the workspace, and its pending invitations if the person may see them. */
export function usePeople() {
  const { workspaceId } = useWorkspace()
  const { data, error, refresh } = useMembers(() => workspaceId.value ?? '')
  return {
    members: computed(() => data.value?.members),
    invitations: computed(() => data.value?.invitations ?? []),
    /**
     * Returns the times at which programs signed in as a person, for sessions that are still valid. The
     * latest time is first.
     */
    scriptedSince: (userId: string) =>
      data.value?.scriptedSessions.filter(each => each.userId === userId).map(each => each.startedAt) ?? [],
    agentInvitations: computed(() => data.value?.agentInvitations ?? false),
    error,
    refresh,
  }
}
