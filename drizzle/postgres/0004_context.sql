ALTER TABLE "revision" ADD COLUMN "context_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "context_bytes" integer;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "elements" json;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "events" json;