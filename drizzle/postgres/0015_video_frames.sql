ALTER TABLE "thread" ADD COLUMN "frame_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "frame_bytes" integer;