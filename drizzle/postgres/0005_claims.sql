ALTER TABLE "thread" ADD COLUMN "claimed_by_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "claimed_by_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "claimed_until" bigint;