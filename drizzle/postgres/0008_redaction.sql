ALTER TABLE "revision" ADD COLUMN "file_width" integer;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "file_height" integer;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "redacted_areas" json;--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "unredacted_key" text COLLATE "C";