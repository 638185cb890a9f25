ALTER TABLE "review" ADD COLUMN "comment_count" integer;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "comment_bytes" integer;--> statement-breakpoint
ALTER TABLE "review" ADD COLUMN "mark_bytes" integer;