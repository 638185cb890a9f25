ALTER TABLE "invitation" ADD COLUMN "token_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "email" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "agent_invitations_by" text COLLATE "C";